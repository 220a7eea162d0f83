export { mountCheckout } from './checkout.routes.ts'
export { createReconciler } from './reconcile-attempts.ts'
