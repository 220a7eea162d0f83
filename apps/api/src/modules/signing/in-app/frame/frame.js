// The signing page: a typed name or drawn strokes, and the consent, are sent to this server and nowhere else.

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

// The page around may have a theme of its own. Where it is another site's it cannot be seen, and the system's counts.
function themeAround() {
  try {
    return window.parent.document.documentElement.dataset.theme
  } catch {
    return undefined
  }
}
const theme = themeAround()
if (theme !== undefined) document.documentElement.dataset.theme = theme

/** Each a list of points in a field four wide and one high. */
let strokes = []
let stroke
const maxPoints = 4900

function redraw() {
  const { width, height } = canvas.getBoundingClientRect()
  if (width === 0) return
  const ratio = window.devicePixelRatio || 1
  canvas.width = Math.round(width * ratio)
  canvas.height = Math.round(height * ratio)
  const pen = canvas.getContext('2d')
  pen.scale(canvas.width / 4, canvas.width / 4)
  pen.lineWidth = 2 / (width / 4)
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  pen.strokeStyle = getComputedStyle(canvas).color
  for (const points of strokes) {
    pen.beginPath()
    for (const [x, y] of points) pen.lineTo(x, y)
    if (points.length === 1) pen.lineTo(points[0][0] + 0.001, points[0][1])
    pen.stroke()
  }
}

function pointOf(event) {
  const { left, top, width, height } = canvas.getBoundingClientRect()
  const within = (value, most) => Math.round(Math.min(Math.max(value, 0), most) * 1000) / 1000
  return [within(((event.clientX - left) / width) * 4, 4), within((event.clientY - top) / height, 1)]
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

// The keys pressed in here are not heard around it: Escape leaves the window that the page stands in.
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') window.parent.postMessage('signing:close', '*')
})

const isDrawn = () => new FormData(form).get('kind') === 'drawn'

form.addEventListener('change', () => {
  typed.hidden = isDrawn()
  drawn.hidden = !isDrawn()
  problem.textContent = ''
})

/** Says what is missing at the place where it is missing; true where nothing is. */
function isComplete() {
  const missing = isDrawn()
    ? strokes.length === 0 && ['Draw your signature, or choose Type', undefined]
    : text.value.trim() === '' && ['Type your name, or choose Draw', text]
  const [words, field] = missing || (consent.checked ? [] : ['Tick the box to agree', consent])
  problem.textContent = words ?? ''
  field?.focus()
  return words === undefined
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
    const answer = await fetch('/signing/frame/sign', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({
        id: form.dataset.signing,
        terms_version: form.dataset.terms,
        consent: true,
        signature: isDrawn() ? { kind: 'drawn', strokes } : { kind: 'typed', text: text.value },
      }),
    })
    const body = await answer.json()
    if (!answer.ok) throw new Refused(body.errors?.title ?? 'Something went wrong!')
    showDone(body.data.copy_url)
  } catch (error) {
    problem.textContent =
      error instanceof Refused ? error.message : 'The document could not be sent. Please try again.'
  } finally {
    isSending = false
    submit.removeAttribute('aria-disabled')
    submit.textContent = 'Sign'
  }
}

class Refused extends Error {}

function showDone(copyUrl) {
  form.hidden = true
  done.hidden = false
  copy.href = copyUrl
  done.focus()
}
