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

/** How many lines a text takes on a phone: in a box that is as wide as there, in the same type. */
function linesOf(text, type, lang) {
  const box = document.createElement('p')
  Object.assign(box, { className: `phone measured ${type}`, lang })
  // What is filled in is about as long as a figure; of a link visitors read its words.
  box.textContent = text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/\{\{?[^{}]*\}?\}/g, '10')
  document.querySelector('main').append(box)
  const range = document.createRange()
  range.selectNodeContents(box)
  const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
  box.remove()
  return tops.size
}

async function measureLines() {
  await Promise.all(['400', '700'].map((weight) => document.fonts.load(`${weight} 20px "Atkinson Next"`)))
  for (const input of document.querySelectorAll('.line [data-type]')) {
    const source = input.closest('form').querySelector('blockquote')
    const { type } = input.dataset
    const said = input.closest('div').querySelector('[data-lines]')
    const measure = () => {
      const [own, others] = [linesOf(input.value, type, input.lang), linesOf(source.textContent, type, source.lang)]
      said.textContent = said.dataset.lines.replace('{lines}', own).replace('{source}', others)
      said.classList.toggle('error', own > others)
    }
    if (type !== 'unseen') {
      measure()
      input.addEventListener('input', measure)
    }
  }
}
if (document.querySelector('.line')) void measureLines()

// In a text of several lines, Enter begins another.
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !event.target.matches('.line textarea')) return
  event.preventDefault()
  event.target.form.requestSubmit(event.target.form.querySelector('[value=confirm]'))
})
