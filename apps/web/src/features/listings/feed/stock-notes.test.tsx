import type { FeedResponse } from '@terrace/contracts/listings'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setEnv } from '#web/lib/env.ts'
import { wireFeed } from '#web/test/stock-factories.ts'
import { testEnv } from '#web/test/test-env.ts'
import { DemoNote, RateNote } from './stock-notes.tsx'

const { meta } = wireFeed([], { total: 3, rate_date: '2026-04-13', rate_stale: true })

function renderedText(Note: typeof RateNote, changes: Partial<FeedResponse['meta']>, dev = false) {
  setEnv({ ...testEnv, dev })
  return render(<Note meta={{ ...meta, ...changes }} />).container.textContent
}

test("[X-FEED-07] prices converted at an old rate show the rate's date", () => {
  expect(renderedText(RateNote, {})).toBe('GBP at ECB rates from 13-04-2026')
  expect(renderedText(RateNote, { rate_stale: false })).toBe('')
})

test('the demo states that its listings are generated', () => {
  expect(renderedText(DemoNote, {}, true)).toBe('Demo stock: these listings are generated.')
  expect(renderedText(DemoNote, { total: 0 }, true)).toBe('')
  expect(renderedText(DemoNote, {})).toBe('')
})
