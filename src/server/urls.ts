// Absolute URLs of resources, under the configured base URL.

export interface Urls {
  base: string
  /** In the API: `api('/spaces/x')`. */
  api(path: string): string
  /** In the web app. */
  app(path: string): string
  /** The host whose subdomains show the sites of organizations; undefined: sites are shown under the base URL. */
  sitesHost?: string | undefined
}

export const urlsUnder = (base: string, sitesHost?: string): Urls => ({
  base,
  sitesHost,
  api: (path) => `${base}/v1${path}`,
  app: (path) => `${base}/app${path}`,
})
