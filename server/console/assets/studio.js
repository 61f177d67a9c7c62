// What the pages of a draft do besides what HTML does: the preview and the findings follow what is typed, the file and the
// inputs follow each other, and entries are dragged.
const { nonce } = document.currentScript
const live = document.querySelector('form[data-live]')
const frame = document.querySelector('iframe[name=preview]')
const lookForm = document.querySelector('form[data-look]')
const findings = document.querySelector('[data-findings]')
const base = live?.dataset.live ?? (lookForm ? new URL(lookForm.action).pathname.replace(/\/show$/, '') : '')
let editor = null
let isTyped = false

const fieldsOf = (form) => new URLSearchParams(new FormData(form))

/** Does one thing at a time; what is asked for meanwhile is done once more afterwards. */
function lastOf(act) {
  let isBusy = false
  let isAsked = false
  return async () => {
    isAsked = true
    if (isBusy) return
    isBusy = true
    while (isAsked) {
      isAsked = false
      // The next change asks again.
      await act().catch(() => {})
    }
    isBusy = false
  }
}

const styles = (page) =>
  [...page.querySelectorAll('link[rel=stylesheet]')].map((link) => link.href.replace(/^.*\/assets\//, ''))

/** Shows the page in the frame. Where its style sheets are the same only what is in it is replaced, so that it does not move. */
const draw = lastOf(async () => {
  const fields = fieldsOf(lookForm)
  if (isTyped) fields.set('typed', '1')
  const reply = await fetch(`${lookForm.action}?${fields}`)
  if (!reply.ok) return
  const text = await reply.text()
  const shown = frame.contentDocument
  const page = new DOMParser().parseFromString(text, 'text/html')
  if (!shown?.body || String(styles(shown)) !== String(styles(page))) {
    frame.src = `${lookForm.action}?${fields}`
    return
  }
  shown.documentElement.lang = page.documentElement.lang
  shown.body.replaceWith(shown.adoptNode(page.body))
})

const prove = lastOf(async () => {
  const reply = await fetch(`${base}/findings${isTyped ? '?typed=1' : ''}`)
  if (!reply.ok) return
  const text = await reply.text()
  if (findings.innerHTML !== text) findings.innerHTML = text
  showFindings()
})

/** Tells the server what is typed. It saves nothing. */
const tell = lastOf(async () => {
  isTyped = true
  const before = live.elements.file?.value
  const reply = await fetch(`${base}/typed`, { method: 'POST', body: fieldsOf(live) })
  if (!reply.ok) return
  const { text, values, seen } = await reply.json()
  // What was typed since is newer.
  if (text !== undefined && live.elements.file?.value === before)
    takeFile(text, JSON.stringify(seen), values !== undefined)
  for (const [name, value] of Object.entries(values ?? {})) {
    const input = live.elements[name]
    if (!input || input === document.activeElement) continue
    if (input.type === 'checkbox') input.checked = value === 'yes'
    else if (input.value !== undefined) input.value = value
  }
  if (frame) draw()
  prove()
})

/** The file with what was typed in the inputs. @param isOwn whether something was typed in the file itself */
function takeFile(text, seen, isOwn) {
  const area = live.elements.file
  if (!area) return
  if (isOwn) {
    live.elements.seen.value = seen
    delete area.dataset.taken
  } else Object.assign(area.dataset, { taken: text, seen })
  if (editor) editor.take(text)
  else area.value = text
}

function showFindings() {
  const area = live?.querySelector('[data-editor]')
  const found = [...findings.querySelectorAll('li[data-file]')].filter(
    (each) => each.dataset.file === area?.dataset.editor,
  )
  editor?.show(
    found.map((each) => ({
      line: Number(each.dataset.line),
      message: each.dataset.message,
    })),
  )
}

if (live) {
  live.addEventListener('input', tell)
  // What only followed the inputs was not typed in the file.
  live.addEventListener('formdata', ({ formData }) => {
    const area = live.elements.file
    if (area?.dataset.taken === undefined) return
    if (area.value === area.dataset.taken) formData.delete('file')
    // Typed in since, it has what was typed in the inputs before.
    else formData.set('seen', area.dataset.seen)
  })
  const area = live.querySelector('[data-editor]')
  const edit = () => {
    if (editor || !window.leadwrightStudio) return
    editor = window.leadwrightStudio.editFile(area, {
      nonce,
      async hint(text, at) {
        const body = new URLSearchParams({ name: area.dataset.editor, text, at })
        const reply = await fetch(`${base}/hint`, { method: 'POST', body })
        return reply.ok ? reply.json() : null
      },
      onType: tell,
    })
    showFindings()
  }
  const around = area?.closest('details')
  if (around && !around.open) around.addEventListener('toggle', edit, { once: true })
  // Scripts that come later are there by then.
  else if (area) addEventListener('DOMContentLoaded', edit)
}

if (findings?.dataset.late !== undefined) prove()

lookForm?.addEventListener('change', ({ target }) => {
  if (target.name === 'language' || target.name === 'brand') draw()
})

for (const item of document.querySelectorAll('li[data-entry]')) {
  item.draggable = true
  item.addEventListener('dragstart', ({ dataTransfer }) => dataTransfer.setData('text/plain', item.dataset.entry))
  item.addEventListener('dragover', (event) => event.preventDefault())
  item.addEventListener('drop', (event) => {
    event.preventDefault()
    const entry = event.dataTransfer.getData('text/plain')
    const [list] = item.dataset.entry.split(' ')
    if (!entry.startsWith(`${list} `) || entry === item.dataset.entry) return
    const button = document.createElement('button')
    Object.assign(button, {
      name: 'deed',
      value: `entry-to ${entry} ${[...item.parentElement.children].indexOf(item)}`,
      hidden: true,
    })
    live.append(button)
    live.requestSubmit(button)
  })
}
