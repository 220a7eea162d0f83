import { useLocation } from '@tanstack/react-router'
import Quote from './quote.tsx'

/** A quote link opened inside the application; shows the same page as the separate quote entry. */
export default function QuoteLink() {
  const { pathname } = useLocation()
  return <Quote pathname={pathname} />
}
