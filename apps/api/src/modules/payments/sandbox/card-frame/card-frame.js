// The card form. It turns a published test number into the name of that card (`pm_…`) here in the browser: the number is sent
// nowhere, neither to a server nor to the page around the frame.
//
// Messages, all between two pages of one origin; anything from elsewhere is ignored:
//   page → frame   {type: 'terrace-card:tokenise'}                      check what was typed and answer
//                  {type: 'terrace-card:theme', theme: 'light'|'dark'}  follow the page's look
//   frame → page   {type: 'terrace-card:ready'}                         now messages are heard
//                  {type: 'terrace-card:height', height}                CSS pixels that the form needs
//                  {type: 'terrace-card:submit'}                        Enter was pressed: the page's form is to be sent
//                  {type: 'terrace-card:token', token, brand, last4}    the answer, if all is well
//                  {type: 'terrace-card:error', message}                the answer, if not: the first problem
import {
  brandOf,
  cardOf,
  cvcError,
  cvcLengthOf,
  digitsOf,
  expiryError,
  formatExpiry,
  formatNumber,
  numberError,
} from './card-rules.js'

const page = window.parent
const brandNames = { visa: 'Visa', mastercard: 'Mastercard', amex: 'Amex' }

const form = document.querySelector('#card')
const [number, expiry, cvc] = ['number', 'expiry', 'cvc'].map((id) => ({
  id,
  input: document.querySelector(`#${id}`),
  error: document.querySelector(`#${id}-error`),
  // An error shows once the field was left, and from then on follows the typing.
  isTouched: false,
}))
number.problem = () => numberError(number.input.value)
expiry.problem = () => expiryError(expiry.input.value, new Date())
cvc.problem = () => cvcError(cvc.input.value, number.input.value)
const fields = [number, expiry, cvc]

function tell(message) {
  // A page that is opened by itself has itself as parent.
  if (page !== window) page.postMessage(message, location.origin)
}

function showProblem(field) {
  const problem = field.isTouched ? field.problem() : null
  field.error.textContent = problem ?? ''
  if (problem === null) field.input.removeAttribute('aria-invalid')
  else field.input.setAttribute('aria-invalid', 'true')
}

/** Writes the formatted text and keeps the caret behind the same digit. */
function reformat(input, format) {
  const typed = input.value
  const formatted = format(typed)
  if (formatted === typed) return
  const isAtEnd = input.selectionStart === typed.length
  const digitsBefore = digitsOf(typed.slice(0, input.selectionStart)).length
  input.value = formatted
  let caret = formatted.length
  if (!isAtEnd) {
    caret = 0
    for (let seen = 0; seen < digitsBefore && caret < formatted.length; caret += 1) {
      if (/\d/.test(formatted[caret])) seen += 1
    }
  }
  input.setSelectionRange(caret, caret)
}

function showBrand() {
  const digits = digitsOf(number.input.value)
  const name = brandNames[brandOf(digits)]
  const badge = document.querySelector('#brand')
  badge.hidden = name === undefined
  badge.textContent = name ?? ''
  if (name !== undefined) badge.setAttribute('aria-label', `This is a ${name} card`)
  const length = cvcLengthOf(digits)
  cvc.input.maxLength = length
  cvc.input.placeholder = '1234'.slice(0, length)
}

function tokenise() {
  for (const field of fields) {
    field.isTouched = true
    showProblem(field)
  }
  const wrong = fields.find((field) => field.problem() !== null)
  if (wrong) {
    wrong.input.focus()
    return tell({ type: 'terrace-card:error', message: `${wrong.problem()}.` })
  }
  return tell({ type: 'terrace-card:token', ...cardOf(number.input.value) })
}

number.input.addEventListener('input', () => {
  reformat(number.input, formatNumber)
  showBrand()
  // How long the code must be depends on the brand.
  showProblem(cvc)
})
expiry.input.addEventListener('input', (event) => {
  if (!event.inputType?.startsWith('delete')) reformat(expiry.input, formatExpiry)
  // The slash goes with the digit before it, else deleting would stop at it.
  else expiry.input.value = expiry.input.value.replace(/\D+$/, '')
})
cvc.input.addEventListener('input', () => reformat(cvc.input, digitsOf))
for (const field of fields) {
  field.input.addEventListener('input', () => showProblem(field))
  field.input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !event.repeat) tell({ type: 'terrace-card:submit' })
  })
  field.input.addEventListener('blur', () => {
    if (field.input.value === '') return
    field.isTouched = true
    showProblem(field)
  })
}
form.addEventListener('submit', (event) => event.preventDefault())

window.addEventListener('message', ({ source, origin, data }) => {
  if (source !== page || origin !== location.origin) return
  if (data?.type === 'terrace-card:tokenise') tokenise()
  if (data?.type === 'terrace-card:theme' && ['light', 'dark'].includes(data.theme)) {
    document.documentElement.dataset.theme = data.theme
  }
})

new ResizeObserver(() => tell({ type: 'terrace-card:height', height: form.offsetHeight })).observe(form)
tell({ type: 'terrace-card:ready' })
