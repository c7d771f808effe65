// The configuration of a worker process: the script of one integration, whose only network access is our proxy.
//
// Beside the script run two small workers of ours, isolated from it: one receives its logs and the outcome of each
// call, the other responds as long as the process is not stuck.

/** The platform version that the public command line targets. */
const COMPATIBILITY = `compatibilityDate = "2025-05-25"`

export type ScriptKind = 'v1' | 'v2'

export const SOCKETS = { calls: 'calls.sock', pulse: 'pulse.sock', outbound: 'outbound.sock', traces: 'traces.sock' }
export const SCRIPT_FILE = 'script.js'
export const TRACER_FILE = 'tracer.js'
export const CONFIG_FILE = 'config.capnp'

/** The header with the id of a call, for tracing. */
export const CALL_HEADER = 'x-lectern-call'

export const TRACER = `export default {
  async tail(items) {
    const body = JSON.stringify(items.map(({ event, outcome, logs, exceptions }) => ({
      call: event?.request?.headers?.['${CALL_HEADER}'],
      outcome,
      logs: logs.map(({ level, message, timestamp }) => ({ level, message, timestamp })),
      exceptions: exceptions.map(({ name, message, stack, timestamp }) => ({ name, message, stack, timestamp })),
    })))
    await fetch('http://traces/', { method: 'POST', body })
  },
}
`

/** Scripts of the first runtime listen to an event; those of the second are modules with a default export. */
const scriptOf = (kind: ScriptKind): string =>
  kind === 'v1'
    ? `serviceWorkerScript = embed "${SCRIPT_FILE}"`
    : `modules = [(name = "${SCRIPT_FILE}", esModule = embed "${SCRIPT_FILE}")]`

/** Sockets are files: those of one process in its working folder, those of all processes in the parent folder. */
export const configFor = (kind: ScriptKind): string => `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "integration", worker = .integration),
    (name = "tracer", worker = .tracer),
    (name = "pulse", worker = .pulse),
    (name = "outbound", external = (address = "unix:../${SOCKETS.outbound}", http = (style = proxy))),
    (name = "traces", external = (address = "unix:../${SOCKETS.traces}", http = ())),
    (name = "nowhere", network = (allow = [])),
  ],
  sockets = [
    (name = "calls", address = "unix:${SOCKETS.calls}", http = (), service = "integration"),
    (name = "pulse", address = "unix:${SOCKETS.pulse}", http = (), service = "pulse"),
  ],
);

const integration :Workerd.Worker = (
  ${scriptOf(kind)},
  ${COMPATIBILITY},
  compatibilityFlags = ["nodejs_compat"],
  globalOutbound = "outbound",
  tails = ["tracer"],
);

const tracer :Workerd.Worker = (
  modules = [(name = "${TRACER_FILE}", esModule = embed "${TRACER_FILE}")],
  ${COMPATIBILITY},
  globalOutbound = "traces",
);

const pulse :Workerd.Worker = (
  modules = [(name = "pulse.js", esModule = "export default { fetch: () => new Response() }")],
  ${COMPATIBILITY},
  globalOutbound = "nowhere",
);
`
