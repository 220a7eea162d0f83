export { mountCheckout } from './checkout.routes.ts'
export { createReconciler, type Reconciler } from './reconcile-attempts.ts'
