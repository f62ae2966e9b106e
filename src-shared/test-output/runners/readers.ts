import { readJasmine, readKarma, readNewman, readTestcafe } from './browsers.ts'
import { readBunTest } from './bun-test.ts'
import { readCargoTest, readNextest } from './cargo-test.ts'
import { readBoostTest, readCatch2, readCtest, readGoogleTest } from './cpp.ts'
import { readDenoTest } from './deno-test.ts'
import { readDotnet } from './dotnet.ts'
import { readExunit } from './exunit.ts'
import type { Reader } from './found.ts'
import { readGoJson, readGotestsum } from './go-json.ts'
import { readGoTest } from './go-test.ts'
import { readGradle, readJunitConsole, readMaven, readSbt } from './jvm.ts'
import { readMocha } from './mocha.ts'
import { readNodeSpec } from './node-spec.ts'
import { readOneLiners } from './one-liners.ts'
import { readPhpunit } from './phpunit.ts'
import { readPlaywright } from './playwright.ts'
import { readPytest } from './pytest.ts'
import { readRspec, readRubyUnit } from './ruby.ts'
import { readBehave, readCucumber, readRobot } from './scenarios.ts'
import {
  readAutomake,
  readAva,
  readBazel,
  readClojure,
  readElmTest,
  readJulia,
  readMeson,
  readNim,
  readProve,
  readUvu,
  readWard,
} from './small-runners.ts'
import { readDart, readSwiftTesting, readXctest, readZig } from './swift.ts'
import { readUnittest } from './unittest.ts'
import { readVitestOrJest } from './vitest-jest.ts'

/** Output for people, of each kind of runner. */
export const readers: readonly Reader[] = [
  readVitestOrJest,
  readMocha,
  readNodeSpec,
  readAva,
  readBunTest,
  readDenoTest,
  readPlaywright,
  readJasmine,
  readKarma,
  readNewman,
  readTestcafe,
  readCucumber,
  readBehave,
  readRobot,
  readUvu,
  readPytest,
  readUnittest,
  readWard,
  readGoTest,
  readGoJson,
  readGotestsum,
  readCargoTest,
  readNextest,
  readRspec,
  readRubyUnit,
  readPhpunit,
  readExunit,
  readDotnet,
  readMaven,
  readGradle,
  readJunitConsole,
  readSbt,
  readCtest,
  readGoogleTest,
  readCatch2,
  readBoostTest,
  readXctest,
  readSwiftTesting,
  readDart,
  readZig,
  readProve,
  readMeson,
  readAutomake,
  readBazel,
  readElmTest,
  readJulia,
  readNim,
  readClojure,
  readOneLiners,
]
