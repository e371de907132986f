"""A siege: strangers attack a server and faults strike it while honest clients play; what they saw is checked."""
