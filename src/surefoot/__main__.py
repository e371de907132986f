"""`python -m surefoot` is the command `surefoot`."""

from surefoot.cli import main

if __name__ == "__main__":
    main()
