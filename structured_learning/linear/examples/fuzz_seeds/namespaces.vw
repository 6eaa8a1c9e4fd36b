1 2.5 tag_1|words:0.5 alpha beta:-1 3:2 |other:2 gamma
-1 'tag |words alpha |
| alpha

