import { useLocation } from '@tanstack/react-router'
import Quote from './quote.tsx'

/** A quote link that the application has come upon: the same page as the server's own one for it. */
export default function QuoteLink() {
  const { pathname } = useLocation()
  return <Quote pathname={pathname} />
}
