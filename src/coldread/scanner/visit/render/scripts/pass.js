// Lets page time pass. MEASURES stands in front; `wanted` is {ms, patience}.
return pass(wanted.ms, wanted.patience).then(() => JSON.stringify(document.readyState));
