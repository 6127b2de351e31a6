"""The one door for front ends: what the server can do, the command line can do, with the same functions.

Takes and returns frozen values; never raises on user code.
"""
