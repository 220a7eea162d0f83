import { Link } from '@tanstack/react-router'

/** A plain link at the bottom of a form. */
export function TextLink({ to, children }: { to: '/login' | '/forgot-password'; children: string }) {
  return (
    <Link to={to} className="rounded-sm text-sm font-medium text-accent underline-offset-4 hover:underline">
      {children}
    </Link>
  )
}
