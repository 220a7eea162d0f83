import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const origin = 'https://shop.test'

/** The parts of an element that the frame's script uses. */
class Element extends EventTarget {
  value = ''
  textContent = ''
  hidden = false
  maxLength = 0
  placeholder = ''
  offsetHeight = 200
  isFocused = false
  readonly attributes = new Map<string, string>()
  get selectionStart(): number {
    return this.value.length
  }
  setSelectionRange(): void {}
  focus(): void {
    this.isFocused = true
  }
  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value)
  }
  removeAttribute(name: string): void {
    this.attributes.delete(name)
  }
}

let elements: Map<string, Element>
let posted: { message: { type: string }; target: string }[]
let frame: EventTarget
let page: object
let theme: { theme?: string }
let loads = 0

beforeEach(async () => {
  elements = new Map()
  posted = []
  theme = {}
  page = { postMessage: (message: { type: string }, target: string) => posted.push({ message, target }) }
  frame = Object.assign(new EventTarget(), { parent: page })
  vi.stubGlobal('window', frame)
  vi.stubGlobal('location', { origin })
  vi.stubGlobal('document', {
    documentElement: { dataset: theme },
    querySelector(selector: string) {
      const element = elements.get(selector) ?? new Element()
      elements.set(selector, element)
      return element
    },
  })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #report: () => void
      constructor(report: () => void) {
        this.#report = report
      }
      observe(): void {
        this.#report()
      }
    },
  )
  // Another URL is another module, so the script runs again for each test.
  const script = new URL('./card-frame/card-frame.js', import.meta.url)
  script.search = String((loads += 1))
  await import(script.href)
})
afterEach(() => vi.unstubAllGlobals())

function receive(data: unknown, from: { source?: unknown; origin?: string } = {}): void {
  frame.dispatchEvent(Object.assign(new Event('message'), { source: page, origin, data, ...from }))
}
function type(selector: string, value: string): void {
  const element = elements.get(selector)
  if (!element) throw new Error(`the script did not query ${selector}`)
  element.value = value
  element.dispatchEvent(new Event('input'))
}
function typeValidCard(): void {
  type('#number', '4000002760003184')
  type('#expiry', '1249')
  type('#cvc', '123')
}
const results = () => posted.filter(({ message }) => /token|error/.test(message.type))

test('the frame reports that it is ready and its height, to its own origin only', () => {
  expect(posted.map(({ message }) => message)).toEqual(
    expect.arrayContaining([{ type: 'terrace-card:ready' }, { type: 'terrace-card:height', height: 200 }]),
  )
  for (const { target } of posted) expect(target).toBe(origin)
})

test('[X-PAY-03] a valid card leaves the frame as a token, and its number is in no message', () => {
  typeValidCard()
  expect(elements.get('#number')?.value).toBe('4000 0027 6000 3184')
  receive({ type: 'terrace-card:tokenise' })
  expect(results().map(({ message }) => message)).toEqual([
    {
      type: 'terrace-card:token',
      token: 'pm_card_authenticationRequired_exp_12_2049',
      brand: 'visa',
      last4: '3184',
    },
  ])
  expect(JSON.stringify(posted).replaceAll(/\D/g, '')).not.toContain('4000002760003184')
})

test('an empty form reports its first problem, marks all fields and focuses the first', () => {
  receive({ type: 'terrace-card:tokenise' })
  expect(results().map(({ message }) => message)).toEqual([
    { type: 'terrace-card:error', message: 'Enter the card number.' },
  ])
  for (const id of ['number', 'expiry', 'cvc']) {
    expect(elements.get(`#${id}`)?.attributes.get('aria-invalid')).toBe('true')
    expect(elements.get(`#${id}-error`)?.textContent).toMatch(/^Enter the /)
  }
  expect(elements.get('#number')?.isFocused).toBe(true)
})

test('Enter asks the page to submit its form once per key press, without validation', () => {
  for (const id of ['number', 'expiry', 'cvc']) {
    elements.get(`#${id}`)?.dispatchEvent(Object.assign(new Event('keydown'), { key: 'Enter' }))
    elements.get(`#${id}`)?.dispatchEvent(Object.assign(new Event('keydown'), { key: 'Enter', repeat: true }))
    elements.get(`#${id}`)?.dispatchEvent(Object.assign(new Event('keydown'), { key: '4' }))
  }
  const submissions = posted
    .map(({ message }) => message)
    .filter(({ type: name }) => name === 'terrace-card:submit')
  expect(submissions).toHaveLength(3)
  expect(results()).toEqual([])
})

test('an error disappears as soon as the input is valid', () => {
  receive({ type: 'terrace-card:tokenise' })
  typeValidCard()
  expect(elements.get('#number')?.attributes.has('aria-invalid')).toBe(false)
  expect(elements.get('#number-error')?.textContent).toBe('')
})

test.each([
  ['another window', { source: {} }],
  ['another origin', { origin: 'https://evil.test' }],
])('messages from %s are ignored', (_sender, from) => {
  typeValidCard()
  receive({ type: 'terrace-card:tokenise' }, from)
  receive({ type: 'terrace-card:theme', theme: 'dark' }, from)
  expect(results()).toEqual([])
  expect(theme).toEqual({})
})

test('the frame follows the page’s theme and ignores unknown themes', () => {
  receive({ type: 'terrace-card:theme', theme: 'dark' })
  receive({ type: 'terrace-card:theme', theme: 'purple' })
  receive(null)
  expect(theme).toEqual({ theme: 'dark' })
})
