import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SkeletonRegion } from './skeleton.tsx'

const isMarked = () => document.documentElement.hasAttribute('data-main-loading')

test('the page is marked as loading while a skeleton in its main part shows, not for one in a dialog', () => {
  const first = render(
    <main>
      <SkeletonRegion label="Loading">…</SkeletonRegion>
    </main>,
  )
  const second = render(
    <main>
      <SkeletonRegion label="Loading">…</SkeletonRegion>
    </main>,
  )
  first.unmount()
  expect(isMarked()).toBe(true)
  second.unmount()
  expect(isMarked()).toBe(false)
  render(<SkeletonRegion label="Loading">…</SkeletonRegion>)
  expect(isMarked()).toBe(false)
})
