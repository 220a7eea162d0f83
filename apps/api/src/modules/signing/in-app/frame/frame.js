// The signing page. The signature and the consent are sent to this server only.

const form = document.querySelector('#sign')
const typed = document.querySelector('#typed')
const drawn = document.querySelector('#drawn')
const text = document.querySelector('#text')
const canvas = document.querySelector('#canvas')
const consent = document.querySelector('#consent')
const problem = document.querySelector('#problem')
const submit = document.querySelector('#submit')
const done = document.querySelector('#done')
const copy = document.querySelector('#copy')

// Follow the theme of the embedding page. A cross-origin parent is unreadable; then the system's theme applies.
function parentTheme() {
  try {
    return window.parent.document.documentElement.dataset.theme
  } catch {
    return undefined
  }
}
const theme = parentTheme()
if (theme !== undefined) document.documentElement.dataset.theme = theme

/** Lists of points on a 4 × 1 canvas. */
let strokes = []
let stroke
const maxPoints = 4900

function redraw() {
  const { width, height } = canvas.getBoundingClientRect()
  if (width === 0) return
  const ratio = window.devicePixelRatio || 1
  canvas.width = Math.round(width * ratio)
  canvas.height = Math.round(height * ratio)
  const context = canvas.getContext('2d')
  context.scale(canvas.width / 4, canvas.width / 4)
  context.lineWidth = 2 / (width / 4)
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.strokeStyle = getComputedStyle(canvas).color
  for (const points of strokes) {
    context.beginPath()
    for (const [x, y] of points) context.lineTo(x, y)
    if (points.length === 1) context.lineTo(points[0][0] + 0.001, points[0][1])
    context.stroke()
  }
}

function pointOf(event) {
  const { left, top, width, height } = canvas.getBoundingClientRect()
  const clamp = (value, max) => Math.round(Math.min(Math.max(value, 0), max) * 1000) / 1000
  return [clamp(((event.clientX - left) / width) * 4, 4), clamp((event.clientY - top) / height, 1)]
}

canvas.addEventListener('pointerdown', (event) => {
  if (event.button !== 0) return
  canvas.setPointerCapture(event.pointerId)
  stroke = [pointOf(event)]
  strokes.push(stroke)
  redraw()
})
canvas.addEventListener('pointermove', (event) => {
  if (stroke === undefined || strokes.reduce((sum, { length }) => sum + length, 0) >= maxPoints) return
  stroke.push(pointOf(event))
  redraw()
})
for (const name of ['pointerup', 'pointercancel']) {
  canvas.addEventListener(name, () => {
    stroke = undefined
  })
}
document.querySelector('#clear').addEventListener('click', () => {
  strokes = []
  redraw()
})
new ResizeObserver(redraw).observe(canvas)
window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw)

// Key presses do not leave the frame, so tell the parent to close its dialog on Escape. No data is sent, hence '*'.
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') window.parent.postMessage('signing:close', '*')
})

const isDrawn = () => new FormData(form).get('kind') === 'drawn'

form.addEventListener('change', () => {
  typed.hidden = isDrawn()
  drawn.hidden = !isDrawn()
  problem.textContent = ''
})

/** Shows the first missing input; true if nothing is missing. */
function isComplete() {
  const missing = isDrawn()
    ? strokes.length === 0 && ['Draw your signature, or choose Type', undefined]
    : text.value.trim() === '' && ['Type your name, or choose Draw', text]
  const [message, field] = missing || (consent.checked ? [] : ['Tick the box to agree', consent])
  problem.textContent = message ?? ''
  field?.focus()
  return message === undefined
}

let isSending = false

form.addEventListener('submit', (event) => {
  event.preventDefault()
  if (!isSending && isComplete()) void send()
})

async function send() {
  isSending = true
  submit.setAttribute('aria-disabled', 'true')
  submit.textContent = 'Signing…'
  try {
    const response = await fetch('/signing/frame/sign', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({
        id: form.dataset.signing,
        terms_version: form.dataset.terms,
        consent: true,
        signature: isDrawn() ? { kind: 'drawn', strokes } : { kind: 'typed', text: text.value },
      }),
    })
    const body = await response.json()
    if (!response.ok) throw new RejectedError(body.errors?.title ?? 'Something went wrong!')
    showDone(body.data.copy_url)
  } catch (error) {
    problem.textContent =
      error instanceof RejectedError ? error.message : 'Couldn’t send the document. Try again.'
  } finally {
    isSending = false
    submit.removeAttribute('aria-disabled')
    submit.textContent = 'Sign'
  }
}

class RejectedError extends Error {}

function showDone(copyUrl) {
  form.hidden = true
  done.hidden = false
  copy.href = copyUrl
  done.focus()
}
