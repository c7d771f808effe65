export const UNSUBSCRIBE = '/unsubscribe/:userId/:from/:signature'
