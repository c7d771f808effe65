// Absolute URLs of resources, under the configured base URL.

export interface Urls {
  base: string
  /** In the API: `api('/spaces/x')`. */
  api(path: string): string
  /** In the web app. */
  app(path: string): string
}

export const urlsUnder = (base: string): Urls => ({
  base,
  api: (path) => `${base}/v1${path}`,
  app: (path) => `${base}/app${path}`,
})
