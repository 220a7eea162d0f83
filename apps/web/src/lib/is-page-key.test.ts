import { expect, test } from 'vitest'
import { isPageKey } from './is-page-key.ts'

/** Whether a `/` that is pressed in the element of that id is the page's. */
function isPages(id: string, init: KeyboardEventInit = {}): boolean | undefined {
  let answer: boolean | undefined
  const note = (event: KeyboardEvent) => {
    answer = isPageKey(event)
  }
  document.addEventListener('keydown', note, { once: true })
  document
    .getElementById(id)
    ?.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true, ...init }))
  return answer
}

test('a key is the page’s on a button or a choice, and not in a field or a menu', () => {
  document.body.innerHTML = `
    <button id="button"></button><input id="radio" type="radio"><input id="checkbox" type="checkbox">
    <input id="text"><input id="search" type="search"><textarea id="area"></textarea>
    <select id="select"></select><div role="menu"><a id="item" href="/"></a></div>`
  expect(['button', 'radio', 'checkbox'].map((id) => isPages(id))).toEqual([true, true, true])
  expect(['text', 'search', 'area', 'select', 'item'].map((id) => isPages(id))).not.toContain(true)
})

test('it is not with a modifier, nor while a dialog is open', () => {
  document.body.innerHTML = '<button id="button"></button>'
  expect(isPages('button', { ctrlKey: true })).toBe(false)
  document.body.insertAdjacentHTML('beforeend', '<div role="dialog"></div>')
  expect(isPages('button')).toBe(false)
})
