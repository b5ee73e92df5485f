cat: g5: No such file or directory
kwg-dump: scowl.kwg: can't read: No such file or directory (os error 2)
0.004
