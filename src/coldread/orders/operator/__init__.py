"""The operator's tools: the queue, the workbench of one order, working copies, alarms, figures."""
