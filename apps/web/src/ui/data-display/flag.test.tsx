import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Flag } from './flag.tsx'

test('a flag is a lazy-loaded image, not an emoji', () => {
  render(<Flag country="CH" label="Switzerland" />)
  const flag = screen.getByRole('img', { name: 'Switzerland' })
  expect(flag.getAttribute('src')).toMatch(/\/CH\.svg/)
  expect(flag.getAttribute('loading')).toBe('lazy')
})

test('a country without an image shows its two-letter code', () => {
  render(<Flag country="zz" label="Nowhere" />)
  expect(screen.getByText('ZZ')).toBeTruthy()
  expect(screen.getByText('Nowhere')).toBeTruthy()
})
