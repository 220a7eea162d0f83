import { expect, test } from 'vitest'
import { brandTokens, contrast, readable } from './brand-colours.ts'

/** One for every third of each part: from black over all that brands are made of to white. */
const colours = [0, 51, 102, 153, 204, 255].flatMap((red) =>
  [0, 51, 102, 153, 204, 255].flatMap((green) =>
    [0, 51, 102, 153, 204, 255].map(
      (blue) => `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`,
    ),
  ),
)

/** A token's values in the light and in the dark theme. */
function themes(token: string | undefined): [string, string] {
  const [light = '', dark = ''] = /^light-dark\((.+), (.+)\)$/.exec(token ?? '')?.slice(1) ?? []
  return [light, dark]
}

test('any colour of a brand can be read in both themes, on each ground of the page and under its own text', () => {
  const unreadable = colours.flatMap((colour) => {
    const tokens = brandTokens(colour)
    const [light, dark] = themes(tokens['--accent'])
    const [onLight, onDark] = themes(tokens['--on-accent'])
    const pairs: [string, string][] = [
      ...['#ffffff', '#f5f6f3', '#eef1ec'].map((ground): [string, string] => [light, ground]),
      ...['#111b18', '#0a1210', '#0d1613', '#16231f'].map((ground): [string, string] => [dark, ground]),
      [onLight, light],
      [onDark, dark],
      ...themes(tokens['--accent-hover']).map((hover, index): [string, string] => [
        hover,
        [onLight, onDark][index] ?? '',
      ]),
      [tokens['--on-brand'] ?? '', colour],
    ]
    return pairs
      .filter(([text, ground]) => contrast(text, ground) < readable)
      .map((pair) => [colour, ...pair])
  })
  expect(unreadable).toEqual([])
})

test('a colour that can be read as it is stays as it is', () => {
  expect(brandTokens('#7a1f5c')).toMatchObject({ '--brand': '#7a1f5c', '--on-brand': '#ffffff' })
  expect(themes(brandTokens('#7a1f5c')['--accent'])[0]).toBe('#7a1f5c')
  expect(themes(brandTokens('#ffd400')['--accent'])[1]).toBe('#ffd400')
})
