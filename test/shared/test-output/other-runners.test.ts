import { expect, test } from 'vitest'
import { readTestReport } from '../../../src-shared/test-output/read-test-report.ts'
import { said } from './said.ts'

/** Output of runners that can't be run everywhere, in the form that their own sources and documentation show. */
const documented: Readonly<Record<string, readonly [output: string, report: string]>> = {
  'TRX, with the rows of a table as tests': [
    `<?xml version="1.0" encoding="utf-8"?>
<TestRun id="1" name="a" xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010">
  <Results>
    <UnitTestResult testName="Ns.T.A" outcome="Passed" />
    <UnitTestResult testName="Ns.T.B" outcome="Failed"><Output><StdOut>Message</StdOut><ErrorInfo>
      <Message>Assert.Equal() Failure: Values differ
Expected: 2
Actual:   1</Message><StackTrace>at Ns.T.B()</StackTrace></ErrorInfo></Output></UnitTestResult>
    <UnitTestResult testName="Ns.T.C" outcome="NotExecuted" />
    <UnitTestResult testName="Ns.T.D" outcome="Failed" resultType="DataDrivenTest"><InnerResults>
      <UnitTestResult testName="Ns.T.D (1)" outcome="Passed" />
      <UnitTestResult testName="Ns.T.D (2)" outcome="Timeout" />
    </InnerResults></UnitTestResult>
  </Results>
  <ResultSummary outcome="Failed"><Counters total="4" executed="3" passed="1" failed="2" /></ResultSummary>
</TestRun>`,
    '2 passed, 2 failed, 1 skipped; Ns.T.B (2, got 1); Ns.T.D (2)',
  ],
  'TRX of a run that was aborted': [
    `<TestRun><Results><UnitTestResult testName="A" outcome="Passed"/></Results><ResultSummary outcome="Aborted"/></TestRun>`,
    '1 passed, 1 failed, 0 skipped; The run broke off',
  ],
  'NUnit 3': [
    `<test-run id="0" testcasecount="4" result="Failed" total="4" passed="1" failed="1">
<test-suite type="Assembly" name="T.dll" result="Failed" site="Child"><failure><message><![CDATA[One or more child tests had errors]]></message></failure>
<test-suite type="TestFixture" name="T"><test-case name="A" fullname="Ns.T.A" result="Passed"/>
<test-case name="B" fullname="Ns.T.B" result="Failed"><failure><message><![CDATA[  Expected: 2
  But was:  1
]]></message><stack-trace><![CDATA[at Ns.T.B()]]></stack-trace></failure></test-case>
<test-case name="C" fullname="Ns.T.C" result="Skipped" label="Ignored"><reason><message>later</message></reason></test-case>
<test-case name="D" fullname="Ns.T.D" result="Inconclusive"/><test-case name="E" fullname="Ns.T.E" result="Warning"/>
</test-suite></test-suite></test-run>`,
    '2 passed, 1 failed, 2 skipped; Ns.T.B (2, got 1)',
  ],
  'NUnit 2': [
    `<test-results name="T.dll" total="2" errors="1"><test-suite><results>
<test-case name="Ns.T.A" executed="True" result="Success" success="True"/>
<test-case name="Ns.T.B" executed="True" result="Error" success="False"><failure><message>System.Exception : no</message></failure></test-case>
<test-case name="Ns.T.C" executed="False" result="Ignored"/></results></test-suite></test-results>`,
    '1 passed, 1 failed, 1 skipped; Ns.T.B (System.Exception : no)',
  ],
  'xUnit.net, with a fixture that fails': [
    `<assemblies><assembly name="T.dll" total="3"><errors><error type="test-class-cleanup" name="Ns.T"><failure><message>gone</message></failure></error></errors>
<collection><test name="Ns.T.A" result="Pass"/><test name="Ns.T.B(x: 1)" result="Fail"><failure exception-type="E"><message><![CDATA[Assert.True() Failure]]></message></failure></test>
<test name="Ns.T.C" result="Skip"><reason>no</reason></test></collection></assembly></assemblies>`,
    '1 passed, 2 failed, 1 skipped; Ns.T (gone); Ns.T.B(x: 1) (Assert.True() Failure)',
  ],
  'TestNG, with a set-up that fails': [
    `<testng-results skipped="1" failed="1" total="3" passed="1"><suite><test><class name="ex.A">
<test-method status="FAIL" name="up" is-config="true" signature="up()[pri:0, instance:ex.A@1]"><exception class="E"><message>no db</message></exception></test-method>
<test-method status="PASS" name="down" is-config="true" signature="down()[pri:0, instance:ex.A@1]"/>
<test-method status="PASS" name="a" signature="a()[pri:0, instance:ex.A@1]"/><test-method status="SKIP" name="b" signature="b()[pri:0, instance:ex.A@1]"/>
</class></test></suite></testng-results>`,
    '1 passed, 1 failed, 1 skipped; ex.A > up (no db)',
  ],
  'a report in XML that breaks off': [
    '<assemblies><assembly><collection><test name="a" result="Pass"/><test name="b" resu',
    '1 passed, 1 failed, 0 skipped; The report breaks off (Its end is missing.)',
  ],
  'the console of NUnit': [
    `1) Failed : Ns.T.B
  Expected: 2
Test Run Summary
  Overall result: Failed
  Test Count: 4, Passed: 2, Failed: 1, Warnings: 0, Inconclusive: 0, Skipped: 1`,
    '2 passed, 1 failed, 1 skipped; Ns.T.B',
  ],
  'the console of xUnit.net, two programs': [
    `    Ns.T.B [FAIL]
      Assert.True() Failure
=== TEST EXECUTION SUMMARY ===
   T.dll  Total: 4, Errors: 0, Failed: 1, Skipped: 1, Time: 0.123s
   U.dll  Total: 2, Errors: 0, Failed: 0, Skipped: 0, Time: 0.123s
   GRAND TOTAL: 6, 0, 1, 1, 0.246s`,
    '4 passed, 1 failed, 1 skipped; Ns.T.B',
  ],
  'TestNG alone': ['Total tests run: 4, Passes: 2, Failures: 1, Skips: 1', '2 passed, 1 failed, 1 skipped'],
  'JUnit 4 alone': [
    'There was 1 failure:\n1) bad(ex.ATest)\norg.junit.ComparisonFailure: no\n\nFAILURES!!!\nTests run: 3,  Failures: 1',
    '2 passed, 1 failed, 0 skipped; bad(ex.ATest)',
  ],
  'JUnit 4 alone, all passed': ['Time: 0.01\n\nOK (3 tests)', '3 passed, 0 failed, 0 skipped'],
  'Karma, two browsers and one that broke off': [
    `Chrome Headless 120.0.0.0 (Linux x86_64): Executed 1 of 4 (skipped 1) SUCCESS (0 secs / 0.001 secs)
Chrome Headless 120.0.0.0 (Linux x86_64) sum adds FAILED
\tExpected 1 to be 2.
Chrome Headless 120.0.0.0 (Linux x86_64): Executed 3 of 4 (1 FAILED) (skipped 1) (0.02 secs / 0.01 secs)
Firefox 121.0 (Ubuntu 0.0.0): Executed 3 of 4 DISCONNECTED (10 secs / 0.01 secs)`,
    '5 passed, 2 failed, 1 skipped; sum adds (Expected 1 to be 2.); Firefox 121.0 (Ubuntu 0.0.0) (DISCONNECTED)',
  ],
  'Karma of a few words': [
    'Chrome 120.0.0 (Windows 10): Executed 0 of 2 SUCCESS (0 secs / 0 secs)\u001b[1A\u001b[2KChrome 120.0.0 (Windows 10): Executed 2 of 2 SUCCESS (0.004 secs / 0.001 secs)\nTOTAL: 2 SUCCESS',
    '2 passed, 0 failed, 0 skipped',
  ],
  Pest: [
    `   PASS  Tests\\Unit\\ATest
  ✓ it adds                                          0.01s
   FAIL  Tests\\Unit\\BTest
  ⨯ it subs                                          0.02s
  ────────────────────────────────────────────────────────
   FAILED  Tests\\Unit\\BTest > it subs
  Failed asserting that 1 is identical to 2.

  Tests:    1 failed, 1 skipped, 1 passed (2 assertions)
  Duration: 0.12s`,
    '1 passed, 1 failed, 1 skipped; Tests\\Unit\\BTest > it subs (Failed asserting that 1 is identical to 2.)',
  ],
  'Catch2 3, with sections': [
    `-------------------------------------------------------------------------------
adds
  twice
-------------------------------------------------------------------------------
/p/a.cpp:10
...............................................................................

/p/a.cpp:12: FAILED:
  REQUIRE( add(1, 1) == 3 )
with expansion:
  2 == 3

===============================================================================
test cases: 3 | 1 passed | 1 failed | 1 skipped
assertions: 2 | 1 passed | 1 failed`,
    '1 passed, 1 failed, 1 skipped; adds (REQUIRE( add(1, 1) == 3 ))',
  ],
  'Boost that ends itself': ['Running 3 test cases...\n', 'no report'],
  CTRF: [
    JSON.stringify({
      results: {
        tool: { name: 'x' },
        summary: { tests: 3, passed: 1, failed: 1, pending: 0, skipped: 1, other: 0, start: 1, stop: 2 },
        tests: [
          { name: 'a', status: 'passed' },
          { name: 'b', status: 'failed', message: 'no' },
        ],
      },
    }),
    '1 passed, 1 failed, 1 skipped; b (no)',
  ],
  'go vet, which refuses a package': [
    '# ex/a\n# [ex/a]\na/a_test.go:8:1: ExampleFoo refers to unknown identifier: Foo\nFAIL\tex/a [build failed]\n=== RUN   TestB\n--- PASS: TestB (0.00s)\nok  \tex/b\t0.007s',
    '1 passed, 1 failed, 0 skipped; ex/a (build failed: a/a_test.go:8:1: ExampleFoo refers to unknown identifier: Foo)',
  ],
  'errors that vitest caught outside of tests': [
    ' Test Files  1 passed (1)\n      Tests  2 passed (2)\n     Errors  1 error',
    '2 passed, 1 failed, 0 skipped',
  ],
  'RSpec in several processes, with their sum': [
    '3 examples, 0 failures\n2 examples, 1 failure\n\n5 examples, 1 failure',
    '4 passed, 1 failed, 0 skipped',
  ],
  Crystal: ['3 examples, 1 failures, 1 errors, 0 pending', '1 passed, 2 failed, 0 skipped'],
  'dotnet in German': [
    'Bestanden!   : Fehler:     1, erfolgreich:     5, übersprungen:     2, gesamt:     8, Dauer: 20 ms - T.dll (net8.0)',
    '5 passed, 1 failed, 2 skipped',
  ],
  meson: [
    `2/3 suite / b   FAIL            0.01s   exit status 1
Ok:                 1
Expected Fail:      0
Fail:               1
Unexpected Pass:    0
Skipped:            1
Timeout:            0`,
    '1 passed, 1 failed, 1 skipped; suite / b',
  ],
  Bazel: [
    '//a:t1   PASSED in 0.1s\n//a:t2   FAILED in 0.1s\n\nExecuted 2 out of 3 tests: 1 test passes, 1 fails to build and 1 fails locally.',
    '1 passed, 2 failed, 0 skipped; //a:t2',
  ],
  Automake: [
    'FAIL: test-b\n# TOTAL: 4\n# PASS:  2\n# SKIP:  1\n# XFAIL: 0\n# FAIL:  1\n# XPASS: 0\n# ERROR: 0',
    '2 passed, 1 failed, 1 skipped; test-b',
  ],
  'elm-test': [
    '✗ subs\nTEST RUN FAILED\n\nDuration: 100 ms\nPassed:   2\nFailed:   1',
    '2 passed, 1 failed, 0 skipped; subs',
  ],
  Julia: [
    `adds: Test Failed at /p/test/runtests.jl:4
Test Summary: | Pass  Fail  Total  Time
all           |    2     1      3  0.1s
  adds        |    1     1      2  0.1s`,
    '2 passed, 1 failed, 0 skipped; adds',
  ],
  Nim: ['[Suite] a\n  [OK] x\n  [FAILED] y\n  [SKIPPED] z', '1 passed, 1 failed, 1 skipped; y'],
  'clojure.test': [
    'FAIL in (b-test) (core_test.clj:3)\nFAIL in (b-test) (core_test.clj:4)\n\nRan 3 tests containing 5 assertions.\n2 failures, 0 errors.',
    '2 passed, 1 failed, 0 skipped; b-test',
  ],
  TestCafe: [' ✖ subs\n\n 1/3 failed (5s)', '2 passed, 1 failed, 0 skipped; subs'],
  'TestCafe, all passed': [' ✓ adds\n\n 3 passed (1m 02s)', '3 passed, 0 failed, 0 skipped'],
  EUnit: ['  Failed: 1.  Skipped: 0.  Passed: 2.', '2 passed, 1 failed, 0 skipped'],
  Foundry: [
    '[FAIL: no] testSub() (gas: 1)\nRan 1 test suite in 5ms (3ms CPU time): 2 tests passed, 1 failed, 0 skipped (3 total tests)',
    '2 passed, 1 failed, 0 skipped; testSub()',
  ],
  Alcotest: ['1 failure! in 0.001s. 3 tests run.', '2 passed, 1 failed, 0 skipped'],
  Pester: ['Tests Passed: 3, Failed: 1, Skipped: 1 NotRun: 0', '3 passed, 1 failed, 1 skipped'],
  'ZIO Test': ['3 tests passed. 1 tests failed. 0 tests ignored.', '3 passed, 1 failed, 0 skipped'],
  gleeunit: ['3 passed, no failures', '3 passed, 0 failed, 0 skipped'],
  'Cucumber for the JVM, beside Surefire': [
    '3 Scenarios (1 failed, 2 passed)\n[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 0',
    '2 passed, 1 failed, 0 skipped',
  ],
}

test.each(Object.entries(documented))('reads %s', (_, [output, report]) => {
  expect(said(readTestReport(output))).toBe(report)
})
