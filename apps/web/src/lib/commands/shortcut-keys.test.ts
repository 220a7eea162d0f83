import { expect, test } from 'vitest'
import { isPageShortcut } from './shortcut-keys.ts'

/** Whether `/` pressed in the element with this id belongs to the page. */
function isShortcut(id: string, init: KeyboardEventInit = {}): boolean | undefined {
  let result: boolean | undefined
  const record = (event: KeyboardEvent) => {
    result = isPageShortcut(event)
  }
  document.addEventListener('keydown', record, { once: true })
  document
    .getElementById(id)
    ?.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true, ...init }))
  return result
}

test('keys on buttons and checkboxes belong to the page, keys in fields and menus do not', () => {
  document.body.innerHTML = `
    <button id="button"></button><input id="radio" type="radio"><input id="checkbox" type="checkbox">
    <input id="text"><input id="search" type="search"><textarea id="area"></textarea>
    <select id="select"></select><div role="menu"><a id="item" href="/"></a></div>`
  expect(['button', 'radio', 'checkbox'].map((id) => isShortcut(id))).toEqual([true, true, true])
  expect(['text', 'search', 'area', 'select', 'item'].map((id) => isShortcut(id))).not.toContain(true)
})

test('keys with a modifier or an open dialog do not belong to the page', () => {
  document.body.innerHTML = '<button id="button"></button>'
  expect(isShortcut('button', { ctrlKey: true })).toBe(false)
  document.body.insertAdjacentHTML('beforeend', '<div role="dialog"></div>')
  expect(isShortcut('button')).toBe(false)
})
