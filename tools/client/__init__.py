"""Builds the TypeScript client."""
