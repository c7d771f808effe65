// A minimal HTTP browser: stores cookies, sends them to their origin, and exposes every redirect.

export interface Shown {
  status: number
  headers: Headers
  location: string | null
  text: string
  /** The `Set-Cookie` headers as received. */
  cookies: string[]
}

export function openBrowser() {
  const kept = new Map<string, string>()

  async function ask(url: string, init: RequestInit = {}): Promise<Shown> {
    const cookie = [...kept].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...(init.headers as Record<string, string>), ...(cookie && { cookie }) },
    })
    const cookies = response.headers.getSetCookie()
    for (const line of cookies) keep(line)
    const { status, headers } = response
    return { status, headers, location: headers.get('location'), text: await response.text(), cookies }
  }

  function keep(line: string): void {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
    if (/max-age=0/i.test(line)) kept.delete(name!)
    else kept.set(name!, value!)
  }

  const submit = (url: string, form: Record<string, string>) =>
    ask(url, {
      method: 'POST',
      body: new URLSearchParams(form).toString(),
      headers: { ...FORM, origin: new URL(url).origin },
    })

  return {
    kept,
    visit: (url: string) => ask(url),
    submit,
    /** Submits a form, and opens the page that it leads to. */
    async complete(url: string, form: Record<string, string>): Promise<Shown> {
      const done = await submit(url, form)
      return done.location === null ? done : ask(done.location)
    },
  }
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

export type Browser = ReturnType<typeof openBrowser>
