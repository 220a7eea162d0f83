import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Flag } from './flag.tsx'

test('a flag is a drawing that loads when it is seen, not letters that a system may have no picture for', () => {
  render(<Flag country="CH" label="Switzerland" />)
  const flag = screen.getByRole('img', { name: 'Switzerland' })
  expect(flag.getAttribute('src')).toMatch(/\/CH\.svg/)
  expect(flag.getAttribute('loading')).toBe('lazy')
})

test('a country without a drawing shows its two letters', () => {
  render(<Flag country="zz" label="Nowhere" />)
  expect(screen.getByText('ZZ')).toBeTruthy()
  expect(screen.getByText('Nowhere')).toBeTruthy()
})
