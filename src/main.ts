// The process: runs the command line and ends with its exit code.
import { runCommandLine } from './cli.ts'

process.exit(await runCommandLine(process.argv.slice(2)))
