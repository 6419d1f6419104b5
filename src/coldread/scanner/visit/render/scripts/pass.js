// Lets page time pass and the page be painted. Runs after MEASURES; `wanted` is {ms, patience}.
return pass(wanted.ms, wanted.patience).then(frame).then(() => JSON.stringify(document.readyState));
