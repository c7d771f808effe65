// Where `urls.app` leads: the title of a resource and its place in the API. The page itself says nothing about the
// resource; it asks the API with the reader's own token, which stays in the tab.
import { compilePage } from './page.ts'

const script = `
const path = location.pathname.replace(/^.*?\\/app/, '')
const base = location.pathname.slice(0, location.pathname.indexOf('/app'))
const api = base + '/v1' + path
const show = (id, text) => { const element = document.getElementById(id); element.hidden = false; element.textContent = text }
const ask = async (token) => {
  const response = await fetch(api, { headers: { authorization: 'Bearer ' + token } }).catch(() => undefined)
  const reply = await response?.json().catch(() => undefined)
  if (!response?.ok) {
    sessionStorage.removeItem('token')
    return show('message', reply?.error?.message ?? 'The server cannot be reached.')
  }
  sessionStorage.setItem('token', token)
  document.getElementById('ask').hidden = true
  document.getElementById('message').hidden = true
  document.getElementById('facts').hidden = false
  document.title = reply.title + ' · Lectern'
  show('title', [reply.emoji, reply.title].filter(Boolean).join(' '))
  show('kind', reply.object)
  show('id', reply.id)
  const link = document.getElementById('location')
  link.href = link.textContent = reply.urls.location
}
document.getElementById('ask').addEventListener('submit', (event) => {
  event.preventDefault()
  ask(document.getElementById('token').value.trim())
})
if (sessionStorage.getItem('token')) ask(sessionStorage.getItem('token'))
`

export const appPage = compilePage({
  title: 'Lectern',
  script,
  body: `
<h1 id="title">Lectern</h1>
<p class="lead" id="message">Give an API token to see what is here.</p>
<form id="ask"><input id="token" type="password" autocomplete="off" placeholder="lct_…" aria-label="API token" required>
<button>Show</button></form>
<dl id="facts" hidden>
  <dt>Kind</dt><dd id="kind"></dd>
  <dt>Id</dt><dd><code id="id"></code></dd>
  <dt>In the API</dt><dd><a id="location"></a></dd>
</dl>`,
})
