import { expect, test } from 'vitest'
import { textBlocks } from './text-blocks.ts'

test('headings, paragraphs and lists are recognised, and wrapped lines are joined', () => {
  const text = '# Terms\r\nFirst line\nsecond line\n\nNext.\n## Fees\n- one\n- two\n  of it\n\n- three'
  expect(textBlocks(text)).toEqual([
    { kind: 'heading', level: 2, text: 'Terms' },
    { kind: 'paragraph', text: 'First line second line' },
    { kind: 'paragraph', text: 'Next.' },
    { kind: 'heading', level: 3, text: 'Fees' },
    { kind: 'list', items: ['one', 'two of it'] },
    { kind: 'list', items: ['three'] },
  ])
})

test('[X-POLICY-01] markup stays plain text', () => {
  expect(textBlocks('<img src=x onerror=alert(1)> [a](javascript:alert(1))')).toEqual([
    { kind: 'paragraph', text: '<img src=x onerror=alert(1)> [a](javascript:alert(1))' },
  ])
  expect(textBlocks('###### no heading, #nor this, -nor that')).toHaveLength(1)
  expect(textBlocks(' \n \n')).toEqual([])
})
