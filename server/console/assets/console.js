// What pages of the console do besides what HTML does: keys, and passkeys.
const rows = () => [...document.querySelectorAll('tbody tr a:first-of-type')]

/** Goes to the search: that of this page, or else that of the leads, for those who may see them. */
function search() {
  const input = document.querySelector('input[type=search]')
  if (input) input.focus()
  else if (document.querySelector('nav a[href="/leads"]')) location.assign('/leads#search')
}
if (location.hash === '#search') search()

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, select, textarea, dialog')) return
  const at = rows().findIndex((link) => link.closest('tr').contains(document.activeElement))
  if (event.key === '/') search()
  else if (event.key === 'j')
    rows()
      .at(Math.min(at + 1, rows().length - 1))
      ?.focus()
  else if (event.key === 'k')
    rows()
      .at(Math.max(at - 1, 0))
      ?.focus()
  else if (event.key === '?') document.querySelector('#keys')?.showModal()
  else return
  event.preventDefault()
})

// A download leaves the page where it is: from then on it shows how far it is.
document.querySelector('[data-download]')?.addEventListener('click', () => setTimeout(() => location.reload(), 1000))

async function post(path, body) {
  const reply = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(String(reply.status))
  return reply.json()
}

/** Shows what a button does while it does it, and its error when it fails. */
function onPress(button, act) {
  button.hidden = false
  button.addEventListener('click', async () => {
    const failure = document.querySelector('[data-failure]')
    failure.hidden = true
    button.disabled = true
    try {
      location.assign(await act())
    } catch {
      failure.hidden = false
      button.disabled = false
    }
  })
}

const { startAuthentication, startRegistration } = window.SimpleWebAuthnBrowser ?? {}

const signIn = document.querySelector('[data-sign-in]')
if (signIn)
  onPress(signIn, async () => {
    const { options, token } = await post('/sign-in/passkey/options', {})
    const response = await startAuthentication({ optionsJSON: options })
    return (await post('/sign-in/passkey', { token, response, to: signIn.dataset.signIn })).to
  })

const join = document.querySelector('[data-join]')
if (join)
  onPress(join, async () => {
    // Behind the #, so that no log has it.
    const invitation = location.hash.slice(1)
    const { options, token } = await post('/join/options', { invitation })
    const response = await startRegistration({ optionsJSON: options })
    return (await post('/join', { invitation, token, response })).to
  })

/** What keeps the server from taking what is sent: a key of the page's sentences; null where nothing does. */
async function hindrance() {
  try {
    const reply = await fetch('/studio/-/tour', { method: 'HEAD', cache: 'no-store', redirect: 'manual' })
    return reply.ok ? null : 'signedOut'
  } catch {
    return 'lost'
  }
}

// A form that cannot be sent stays as it is, with what was written.
document.addEventListener('submit', async (event) => {
  const { target: form, submitter } = event
  if (!form.matches('form[method=post][action^="/studio"]') || form.dataset.isSent !== undefined) return
  event.preventDefault()
  const key = await hindrance()
  const said = document.querySelector('#hindrance') ?? document.createElement('p')
  if (key === null) {
    form.dataset.isSent = ''
    form.requestSubmit(submitter)
    delete form.dataset.isSent
    said.remove()
    return
  }
  Object.assign(said, { id: 'hindrance', className: 'note error', role: 'alert' })
  const sentence = document.querySelector('main').dataset[key]
  form.prepend(said)
  said.textContent = sentence
})
