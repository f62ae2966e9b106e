@if defined npm_node_execpath ("%npm_node_execpath%" "%~dp0run.js" %*) else (node "%~dp0run.js" %*)
