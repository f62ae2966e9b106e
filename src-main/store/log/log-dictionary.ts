/**
 * The compression dictionary of packed pages (log-page.ts): text that logs often repeat. A released version is
 * never changed, since no page packed with it could be read without it: a better dictionary is a new version.
 * The most frequent text comes last. Source: https://www.rfc-editor.org/rfc/rfc1950 (dictionaries)
 */
export const logDictionary: readonly string[] = [
  [
    '{"type":"run-resume"}',
    '{"type":"notice","path":"","level":"warning","text":""',
    '{"type":"child-start","path":"0.2","strategy":{"name":"tool-loop","options":{}},"goal":"","depth":1,"again":false',
    '{"type":"child-end","path":"0.2","failure":null',
    '{"type":"phase-start","path":"0","name":"execute","title":"Execute","index":0,"again":false',
    '{"type":"phase-end","path":"0","failure":null',
    '{"type":"approval-ask","path":"1","ask":{"tool":"shell","effect":"run","title":"","subject":"","preview":{"kind":"diff","path":"","patch":"","added":1,"removed":0},"rule":{"tool":"shell","pattern":""}}',
    '{"type":"approval-answer","path":"1","answer":{"decision":"once","by":"user","note":""},"waitedMs":',
    '{"type":"model-retry","path":"0","attempt":1,"waitMs":500,"failure":{"kind":"model-stalled","message":"","advice":"Try again.","detail":""}',
    '{"type":"branches-start","path":"4","count":2,"again":false,"seq":11,"at":1795382548153,"ms":',
    '{"type":"branches-end","path":"4","failure":null,"seq":16,"at":1795382548153,"ms":',
    String.raw`{"type":"tool-start","path":"1","print":"own-tool:","again":false,"call":{"id":"call_","tool":"shell","arguments":"{\"command\":\"\"}","complete":true},"effect":"own","seq":13,"at":1795382548153,"ms":`,
    String.raw`{"type":"tool-start","path":"1","print":"run-tool:","again":false,"call":{"id":"call_","tool":"write_file","arguments":"{\"path\":\"src/\",\"content\":\"\"}","complete":true},"effect":"edit","seq":3,"at":1795382548153,"ms":`,
    String.raw`{"type":"tool-start","path":"4/0.0","print":"run-tool:","again":false,"call":{"id":"call_","tool":"read_file","arguments":"{\"path\":\"src/\"}","complete":true},"effect":"read","seq":12,"at":1795382548153,"ms":`,
    '{"type":"tool-begin","path":"7","seq":22,"at":1795382548153,"ms":',
    '{"type":"tool-end","path":"4/0.0","outcome":{"ok":true,"value":{"callId":"call_","tool":"read_file","ok":true,"text":"","summary":"1 line","durationMs":1,"data":{"path":"","firstLine":1,"lines":1,"totalLines":1}}},"body":{"kind":"file","path":"","text":"","firstLine":1},"durationMs":1,"seen":[{"path":"","hash":""}],"seq":15,"at":1795382548153,"ms":',
    '{"type":"tool-end","path":"4/1.0","outcome":{"ok":true,"value":{"callId":"call_","tool":"shell","ok":false,"text":"","summary":"not run","durationMs":0,"data":null}},"body":{"kind":"text","text":""},"durationMs":0,"seq":14,"at":1795382548153,"ms":',
    String.raw`{"type":"tool-end","path":"7","outcome":{"ok":true,"value":{"callId":"call_","tool":"edit_file","ok":true,"text":"Edited  (+1 −1).","summary":"+1 −1","durationMs":9,"data":{"path":"","added":1,"removed":1}}},"body":{"kind":"diff","path":"","patch":"--- a/\n+++ b/\n@@ -1 +1 @@\n-\n+\n","added":1,"removed":1},"durationMs":10,"seen":[{"path":"","hash":""}],"seq":23,"at":1795382548153,"ms":`,
    '"body":{"kind":"stored","ref":"","of":"text","size":12}',
    '{"type":"step-start","path":"8","print":"inbox:ea8252563defa1c74aa0a6b2d7a1e5e8","again":false,"step":"inbox","ask":{"purpose":"messages the user queued"},"seq":24,"at":1795382548153,"ms":',
    '{"type":"step-end","path":"8","step":"inbox","outcome":{"ok":true,"value":[]},"durationMs":0.04690000000027794,"seq":25,"at":1795382548153,"ms":',
    '{"type":"files-step","path":"7","snapshot":"","seq":29,"at":1795382548153,"ms":',
    '{"type":"model-start","path":"9","print":"call-model:","again":false,"role":"engineer","bound":{"profileId":"prof_","profileName":"Model","model":"model"},"messages":{"base":"6","keep":7,"refs":["",""]},"tools":"","parameters":{"model":"model","stream":true,"stream_options":{"include_usage":true}},"seq":26,"at":1795382548153,"ms":',
    String.raw`{"type":"model-end","path":"9","firstTokenMs":2.0938930000002074,"durationMs":2.7267750000000888,"outcome":{"ok":true,"value":{"message":{"role":"assistant","text":"","reasoning":"","toolCalls":[{"id":"call_","tool":"shell","arguments":"{\"","complete":true}]},"finish":"tool-calls","usage":{"input":100,"cachedInput":0,"output":10,"reasoning":0,"estimated":false},"model":"model","budget":"within"}},"cost":null,"seq":27,"at":1795382548153,"ms":`,
    '{"type":"run-start","runId":"run_","strategy":{"name":"conversation","options":{},"inner":{"name":"tool-loop","options":{}}},"strategyVersion":"conversation@1(tool-loop@1)","roles":{"default":{"profileId":"prof_","profileName":"Model","model":"model"},"summarizer":{"profileId":"prof_","profileName":"Model","model":"model"},"engineer":{"profileId":"prof_","profileName":"Model","model":"model"}},"approval":"ask","budget":{"steps":2000,"modelCalls":200,"toolCalls":500,"tokens":null,"cost":null,"wallMs":14400000,"bytes":256000000,"soft":0.9},"seed":8,"task":{"goal":"","mode":"plan","setup":""},"history":[],"seq":0,"at":1795382548153,"ms":',
    '{"type":"run-start","runId":"run_01m8","strategy":{"name":"conversation","options":{},"inner":{"name":"chat","options":{}}},"strategyVersion":"conversation@1(chat@1)","roles":{"default":{"profileId":"prof_","profileName":"Model","model":"model"},"summarizer":{"profileId":"prof_","profileName":"Model","model":"model"},"assistant":{"profileId":"prof_","profileName":"Model","model":"model"}},"approval":"everything","budget":{"steps":2000,"modelCalls":200,"toolCalls":500,"tokens":null,"cost":null,"wallMs":14400000,"bytes":256000000,"soft":0.9},"seed":8,"task":{"goal":"","mode":"act","setup":""},"history":{"list":"","length":13},"seq":0,"at":1795382548153,"ms":0.861}',
    '{"type":"model-start","path":"0","print":"call-model:","again":false,"role":"assistant","bound":{"profileId":"prof_","profileName":"Model","model":"model"},"messages":{"base":null,"keep":0,"refs":["",""],"slices":[{"at":1,"from":0,"to":13}]},"tools":"4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945","parameters":{"model":"model","stream":true,"stream_options":{"include_usage":true}},"seq":1,"at":1795382548153,"ms":1.53}',
    '{"type":"model-end","path":"0","firstTokenMs":1,"durationMs":1,"outcome":{"ok":true,"value":{"message":{"role":"assistant","text":"","reasoning":"","toolCalls":[]},"finish":"stop","usage":{"input":1,"cachedInput":0,"output":1,"reasoning":0,"estimated":false},"model":"model","budget":"within"}},"cost":null,"seq":2,"at":1795382548153,"ms":3.215}',
    '{"type":"files","when":"before","snapshot":"","notCovered":[],"seq":3,"at":1795382548153,"ms":4.12}',
    '{"type":"files","when":"after","snapshot":"","notCovered":[],"seq":4,"at":1795382548153,"ms":4.125}',
    '{"type":"run-end","status":"completed","text":"","meta":{"iterations":4,"ending":"answered","spent":false,"cutOff":false},"failure":null,"messages":["",""],"totals":{"steps":1,"modelCalls":1,"toolCalls":0,"toolFailures":0,"retries":0,"input":1,"cachedInput":0,"output":1,"cost":null,"modelMs":1.5520179999875836,"toolMs":0,"waitingMs":0},"seq":5,"at":1795382548153,"ms":4.642}',
  ].join('\n'),
]
