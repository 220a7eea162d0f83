import type { FeedResponse } from '@terrace/contracts/listings'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setEnv } from '#web/lib/env.ts'
import { wireFeed } from '#web/test/stock-factories.ts'
import { testEnv } from '#web/test/test-env.ts'
import { StockNotes } from './stock-notes.tsx'

const { meta } = wireFeed([], { total: 3, rate_date: '2026-04-13', rate_stale: true })

function shown(changes: Partial<FeedResponse['meta']>, dev = false) {
  setEnv({ ...testEnv, dev })
  return render(<StockNotes meta={{ ...meta, ...changes }} />).container.textContent
}

test('[X-FEED-07] prices converted at an old rate say of which day it is', () => {
  expect(shown({})).toBe('Some prices are converted to GBP at the ECB rates of 13-04-2026, not today’s.')
  expect(shown({ rate_stale: false })).toBe('')
})

test('the demo says that its listings are generated', () => {
  expect(shown({ rate_stale: false }, true)).toBe('Demo stock: these listings are generated.')
  expect(shown({ rate_stale: false, total: 0 }, true)).toBe('')
})
