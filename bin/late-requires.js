// What the framework requires at once and hardly ever uses: it is loaded when something of it is first asked for.

/** What is required, and the file that requires it. */
const LATE = {
  // For servers of HTTP/2, which Lectern is not.
  'node:http2': 'fastify/lib/server.js',
  // For plugins that name the versions of the framework that they work with.
  semver: 'fastify/lib/plugin-utils.js',
}

export const lateRequires = (late = LATE) => ({
  name: 'late-requires',
  setup(build) {
    for (const [name, file] of Object.entries(late))
      build.onResolve({ filter: new RegExp(`^${name}$`) }, ({ importer, resolveDir }) =>
        importer.replaceAll('\\', '/').endsWith(`/${file}`)
          ? { path: name, namespace: 'late', pluginData: resolveDir }
          : undefined,
      )
    build.onLoad({ filter: /.*/, namespace: 'late' }, ({ path, pluginData }) => ({
      contents: `module.exports = new Proxy({}, { get: (_, name) => require('${path}')[name] })`,
      resolveDir: pluginData,
    }))
  },
})
