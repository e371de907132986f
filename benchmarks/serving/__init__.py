"""The server under load and under the axe: real processes, real sockets, real moves."""
