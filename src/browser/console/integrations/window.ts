// A window for what happens elsewhere, such as a sign-in. It cannot reach this page, and closes itself when it is done.

const WATCH_MS = 500

/** Opens the address, and waits until the window is closed. False if the browser refused to open one. */
export async function openWindow(url: string): Promise<boolean> {
  const opened = open('about:blank', '_blank', 'popup,width=720,height=800')
  if (!opened) return false
  opened.opener = null
  opened.location.href = url
  await new Promise<void>((resolve) => {
    const watch = setInterval(() => {
      if (!opened.closed) return
      clearInterval(watch)
      resolve()
    }, WATCH_MS)
  })
  return true
}
