import { expect, test } from 'vitest'
import { twoTone } from './two-tone.ts'

const names = Array.from({ length: 2000 }, (_, index) => `Club ${index}`)

test('a name always has the same colours, regardless of case', () => {
  expect(twoTone('Arsenal FC')).toEqual(twoTone(' arsenal fc'))
  expect(twoTone('Arsenal FC')).not.toEqual(twoTone('Chelsea FC'))
})

test('white text is readable on both colours of any name', () => {
  for (const name of names) {
    const { primary, secondary } = twoTone(name)
    expect(contrastWithWhite(primary), `${name} ${primary}`).toBeGreaterThanOrEqual(4.5)
    expect(contrastWithWhite(secondary), `${name} ${secondary}`).toBeGreaterThanOrEqual(4.5)
  }
})

test('the two colours differ, and the second is darker', () => {
  for (const name of names) {
    const { primary, secondary } = twoTone(name)
    expect(contrastWithWhite(secondary) / contrastWithWhite(primary)).toBeGreaterThan(1.3)
  }
})

test('names spread over all allowed hues', () => {
  expect(new Set(names.map((name) => twoTone(name).primary)).size).toBeGreaterThan(300)
})

function contrastWithWhite(hex: string): number {
  expect(hex).toMatch(/^#[0-9a-f]{6}$/)
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}
