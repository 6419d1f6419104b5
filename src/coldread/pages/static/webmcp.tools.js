// WebMCP: an agent in the browser scans and orders through these; nothing happens where the browser knows no such thing.
"use strict";
(() => {
  const context = document.modelContext || navigator.modelContext;
  if (!context || !context.registerTool) return;

  const call = (path, headers) => async (body) => {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers() },
      body: JSON.stringify(body),
    });
    const told = await answer.json();
    const text = told.chat_summary || told.message || told.detail || JSON.stringify(told);
    return { content: [{ type: "text", text }], structuredContent: told, isError: !answer.ok };
  };

  const text = (description) => ({ type: "string", description });
  const goals = ["book_call", "paid_signup", "newsletter", "demo", "other"];

  context.registerTool({
    name: "scan_page",
    description: "Scan a landing page: scores, evidenced findings and a summary to relay as it stands. Free.",
    inputSchema: {
      type: "object",
      properties: { url: text("Address of the page."), primary_goal: { type: "string", enum: goals }, audience: text("Whom it speaks to.") },
      required: ["url", "primary_goal"],
    },
    execute: call("/v1/scan", () => ({})),
  });
  context.registerTool({
    name: "request_cold_read",
    description: "Order a review by a person within 72 hours, 3900 SEK excluding VAT. Nothing is paid here: a person pays later.",
    inputSchema: {
      type: "object",
      properties: { url: text("Address of the page."), goal: text("What it should achieve."), audience: text("Whom it speaks to."), contact_email: text("Where the buyer is reached.") },
      required: ["url", "goal", "audience", "contact_email"],
    },
    execute: call("/v1/cold-read-requests", () => ({ "Idempotency-Key": crypto.randomUUID() })),
  });
})();
