// The entry point: runs the command line and exits with its code.
import { runCommandLine } from './cli.ts'

process.exit(await runCommandLine(process.argv.slice(2)))
