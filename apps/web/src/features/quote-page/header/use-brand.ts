import { useEffect, useLayoutEffect } from 'react'
import type { QuoteBrand } from '@terrace/contracts/quote-page'
import { brandTokens } from '#web/lib/brand-colours.ts'

/** Applies the broker's colour before paint and uses their logo as the favicon. */
export function useBrand(brand: Pick<QuoteBrand, 'colour' | 'logo'> | undefined): void {
  const colour = brand?.colour
  const logo = brand?.logo ?? null
  useLayoutEffect(() => {
    if (colour === undefined) return undefined
    const { style } = document.documentElement
    const tokens = Object.entries(brandTokens(colour))
    for (const [name, value] of tokens) style.setProperty(name, value)
    return () => {
      for (const [name] of tokens) style.removeProperty(name)
    }
  }, [colour])
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
    if (logo !== null && icon) icon.href = logo
  }, [logo])
}
