/** The bare loop as a program: `node bare-start.ts BASE_URL FOLDER`. */
import { bareLoop } from './bare-loop.ts'

const [url = '', folder = ''] = process.argv.slice(2)
await bareLoop(url, folder, 20, { system: 'You are a coding agent.', tools: [] })
