import { expect, test } from 'vitest'
import { usage, usageOf } from './usage.ts'

/** The commands that the help lists. */
const commandsIn = (text: string) =>
  text.match(/^ {2}\S.*/gm)?.map((line) => line.trim().split(/ [<[-]|  /)[0])

test.each([
  [['catalogue', 'competition'], ['catalogue competition']],
  [['catalogue', 'competition', 'nhl'], ['catalogue competition']],
  [['catalogue', 'add'], ['sport', 'season', 'performer', 'venue'].map((kind) => `catalogue add ${kind}`)],
  [['catalogue', 'edit', 'venue'], ['catalogue edit sport | performer | venue']],
  [
    ['catalogue', 'alias', 'performer', 'remove'],
    ['catalogue alias competition | performer | venue add | remove'],
  ],
  [['catalogue', 'proposals', 'accept'], ['catalogue proposals accept']],
  [['withdraw'], ['withdraw']],
  [['data-keys'], ['data-keys', 'data-keys re-encrypt', 'data-keys give-up']],
])('the help of %j is about that command only', (args, commands) => {
  expect(commandsIn(usageOf(args))).toEqual(commands)
})

test('the help of a command has its description, and that of publish its options', () => {
  expect(usageOf(['catalogue', 'merge'])).toBe(
    [
      'Usage: npm run admin -- <command>',
      '',
      '  catalogue merge performer | venue <from> <into>',
      '                            make two entries one; refused when they meet or have events at the same time',
    ].join('\n'),
  )
  expect(usageOf(['publish'])).toContain('--multiple-sale-unit <n>')
  expect(usageOf(['reprice'])).not.toContain('Options of publish')
})

test('without a known command, the help is about all', () => {
  for (const args of [[], ['catalog']]) expect(usageOf(args)).toBe(usage)
})
