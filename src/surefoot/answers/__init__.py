"""What is asked of Surefoot and what it answers, as plain data: the same for the command line and for the server."""
