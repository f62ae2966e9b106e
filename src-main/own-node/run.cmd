@setlocal
@set "stratagem_node=node"
@if defined npm_node_execpath set "stratagem_node=%npm_node_execpath%"
@"%stratagem_node%" "%~dp0run.js" %*
