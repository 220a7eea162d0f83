import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { renderTemplate } from './render-template.ts'

test('a template gets its values, and one without a value is an error', () => {
  expect(renderTemplate('bind ${address}:${port}\nlog ${address}', { address: '127.0.0.1', port: '1' })).toBe(
    'bind 127.0.0.1:1\nlog 127.0.0.1',
  )
  expect(() => renderTemplate('bind ${address}', {})).toThrow('no value for address')
})

test('no template holds a password', () => {
  const folder = join(import.meta.dirname, 'templates')
  for (const name of readdirSync(folder))
    for (const [, value = ''] of readFileSync(join(folder, name), 'utf8').matchAll(/password: *(.+)/gi))
      expect(value).toMatch(/^\$\{\w+\}$/)
})
