import { useEffect, useLayoutEffect } from 'react'
import type { QuoteBrand } from '@terrace/contracts/quote-page'
import { brandTokens } from '#web/lib/brand-colours.ts'

/** Gives the page the broker's colour, before it is drawn, and their logo in the browser's tab. */
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
