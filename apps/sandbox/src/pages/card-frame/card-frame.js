// The card form. It converts a published test number into its token (`pm_…`) in the browser. The number is sent neither
// to a server nor to the embedding page.
//
// Messages between frame and page, both of one origin; others are ignored:
//   page → frame   {type: 'terrace-card:tokenise'}                      validate the form and respond
//                  {type: 'terrace-card:theme', theme: 'light'|'dark'}  follow the page's theme
//   frame → page   {type: 'terrace-card:ready'}                         the frame receives messages
//                  {type: 'terrace-card:height', height}                height of the form in CSS pixels
//                  {type: 'terrace-card:submit'}                        Enter was pressed: submit the page's form
//                  {type: 'terrace-card:token', token, brand, last4}    response for a valid card
//                  {type: 'terrace-card:error', message}                response otherwise: the first problem
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
const brandNames = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'Amex',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

const form = document.querySelector('#card')
const [number, expiry, cvc] = ['number', 'expiry', 'cvc'].map((id) => ({
  id,
  input: document.querySelector(`#${id}`),
  error: document.querySelector(`#${id}-error`),
  // Errors appear once the field has lost focus, then follow the input.
  isTouched: false,
}))
number.problem = () => numberError(number.input.value)
expiry.problem = () => expiryError(expiry.input.value, new Date())
cvc.problem = () => cvcError(cvc.input.value, number.input.value)
const fields = [number, expiry, cvc]

function postToPage(message) {
  // A page opened on its own is its own parent.
  if (page !== window) page.postMessage(message, location.origin)
}

function showProblem(field) {
  const problem = field.isTouched ? field.problem() : null
  field.error.textContent = problem ?? ''
  if (problem === null) field.input.removeAttribute('aria-invalid')
  else field.input.setAttribute('aria-invalid', 'true')
}

/** Sets the formatted text and keeps the caret behind the same digit. */
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
  if (name !== undefined) badge.setAttribute('aria-label', `${name} card`)
  const length = cvcLengthOf(digits)
  cvc.input.maxLength = length
  cvc.input.placeholder = '1234'.slice(0, length)
}

function tokenise() {
  for (const field of fields) {
    field.isTouched = true
    showProblem(field)
  }
  const invalidField = fields.find((field) => field.problem() !== null)
  if (invalidField) {
    invalidField.input.focus()
    return postToPage({ type: 'terrace-card:error', message: `${invalidField.problem()}.` })
  }
  return postToPage({ type: 'terrace-card:token', ...cardOf(number.input.value, expiry.input.value) })
}

number.input.addEventListener('input', () => {
  reformat(number.input, formatNumber)
  showBrand()
  // The CVC length depends on the brand.
  showProblem(cvc)
})
expiry.input.addEventListener('input', (event) => {
  if (!event.inputType?.startsWith('delete')) reformat(expiry.input, formatExpiry)
  // Delete the slash with the digit before it; otherwise deleting would stop there.
  else expiry.input.value = expiry.input.value.replace(/\D+$/, '')
})
cvc.input.addEventListener('input', () => reformat(cvc.input, digitsOf))
for (const field of fields) {
  field.input.addEventListener('input', () => showProblem(field))
  field.input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !event.repeat) postToPage({ type: 'terrace-card:submit' })
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

new ResizeObserver(() => postToPage({ type: 'terrace-card:height', height: form.offsetHeight })).observe(form)
postToPage({ type: 'terrace-card:ready' })
